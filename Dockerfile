# An image of Ratebook: the server, the page, the collector and the desk. docs/deploy.md shows how to build and run it.

FROM node:26.10.0-slim AS build
WORKDIR /opt/ratebook
COPY package.json package-lock.json .npmrc ./
RUN ["npm", "ci", "--ignore-scripts"]
COPY vite.config.ts tsconfig.json ./
COPY src src
COPY web web
RUN ["npm", "run", "build"]
RUN ["npm", "prune", "--omit=dev", "--ignore-scripts"]

# The final image has no npm.
FROM node:26.10.0-slim
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx \
  && install -d -o node -g node -m 0750 /var/lib/ratebook \
  && ln -s /opt/ratebook/bin/ratebook.js /usr/local/bin/ratebook
WORKDIR /opt/ratebook
COPY --from=build /opt/ratebook/node_modules node_modules
COPY --from=build /opt/ratebook/web/dist web/dist
COPY package.json LICENSE ./
COPY bin bin
COPY src src
COPY samples samples
COPY sources sources
COPY deploy deploy

# The volume is the folder of the book, with ratebook.yaml. The server listens on all addresses of the container.
ENV RATEBOOK_HOST=0.0.0.0 RATEBOOK_PORT=8080
WORKDIR /var/lib/ratebook
USER node
VOLUME ["/var/lib/ratebook"]
EXPOSE 8080
STOPSIGNAL SIGTERM
# This check works without TLS and base path. With either, give the container another check.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.RATEBOOK_PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["ratebook"]
CMD ["serve"]
