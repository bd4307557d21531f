FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# The log and the metrics show this commit; the image contains no repository.
ARG REVISION
# Without npm, whose path begins with node_modules: the Node that is shipped has to be the one that
# builds, so that dist/sbom.json names its version.
RUN REVISION=$REVISION node scripts/run.js scripts/build/index.ts && rm -rf dist/cache dist/digests.json && mkdir --mode=700 data

# Contains the libraries that Node needs, but no shell and no package manager.
FROM gcr.io/distroless/cc-debian12
ARG REVISION
LABEL org.opencontainers.image.title="Animal Store" \
      org.opencontainers.image.description="A contract-first HTTP/JSON service that keeps the inventory of animals offered by a store." \
      org.opencontainers.image.version="1.1.0" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="gcr.io/distroless/cc-debian12"
# All addresses of IPv4 and IPv6.
ENV NODE_ENV=production HOST=:: METRICS_HOST=::
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/
COPY --from=build /usr/local/LICENSE /usr/local/
# Everything that the service runs. The files that these lines copy are run by
# test/deploy/image.copy.test.ts.
COPY --from=build /app/package.json ./
COPY --from=build /app/dist ./dist
# The only folder that the service writes to, and only if its database is SQLite.
COPY --from=build --chown=1000:1000 --chmod=700 /app/data ./data
VOLUME /app/data
USER 1000:1000
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "--eval", "const { HOST: host, PORT: port } = process.env; http.get({ host: ['::', '0.0.0.0'].includes(host) ? 'localhost' : host, port: port || 3000, path: '/healthz' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# The flags of `npm start`: two limit the memory of V8, one keeps SIGUSR1 from opening an inspector.
CMD ["node", "--max-old-space-size=512", "--max-semi-space-size=8", "--disable-sigusr1", "dist/bundle/server.js"]
