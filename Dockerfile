FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# What the log and the metrics call this build, since the image has no repository.
ARG REVISION
# Optional dependencies are Node itself, which the image has, and peers of Prisma's client that it does not use.
RUN REVISION=$REVISION npm run build && npm prune --omit=dev --omit=optional

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 METRICS_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/dist ./dist
# The only folder that the service writes to, and only if its database is SQLite.
RUN mkdir --mode=700 data && chown node:node data
VOLUME /app/data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The flags of `npm start`: two bound the memory that V8 uses, and SIGUSR1 opens no inspector.
CMD ["node", "--max-old-space-size=512", "--max-semi-space-size=8", "--disable-sigusr1", "dist/bundle/server.js"]
