# An image of the Ratebook server; docs/deploy.md shows how to build and run it. The final image has no npm.

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
COPY deploy deploy

# The server listens on all addresses of the container. The volume holds the book.
ENV RATEBOOK_HOST=0.0.0.0 RATEBOOK_PORT=8080 RATEBOOK_DATABASE=/var/lib/ratebook/ratebook.db
USER node
VOLUME ["/var/lib/ratebook"]
EXPOSE 8080
STOPSIGNAL SIGTERM
# This check works without TLS and base path. With either, give the container another check.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.RATEBOOK_PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/ratebook/bin/ratebook.js"]
CMD ["serve"]
