# docs/deploy.md says how to build and run it. Two stages: npm is needed for the packages and is not in the image that runs.

FROM node:26.10.0-slim AS packages
WORKDIR /opt/ratebook
COPY package.json package-lock.json .npmrc ./
RUN ["npm", "ci", "--omit=dev", "--ignore-scripts"]

FROM node:26.10.0-slim
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx \
  && install -d -o node -g node -m 0750 /var/lib/ratebook
WORKDIR /opt/ratebook
COPY --from=packages /opt/ratebook/node_modules node_modules
COPY package.json LICENSE ./
COPY bin bin
COPY src src
COPY samples samples

# Anything from outside comes through the network of the container; the book is the one thing that is kept.
ENV RATEBOOK_HOST=0.0.0.0 RATEBOOK_PORT=8080 RATEBOOK_DATABASE=/var/lib/ratebook/ratebook.db
USER node
VOLUME ["/var/lib/ratebook"]
EXPOSE 8080
STOPSIGNAL SIGTERM
# In the clear and without a base path, as a node behind a balancer is; with others, give the container a check of its own.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.RATEBOOK_PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/ratebook/bin/ratebook.js"]
CMD ["serve"]
