FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save
COPY . .
# What 'postfolio doctor' says: --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN COMMIT=$COMMIT npm run build

# Without ffmpeg: --target slim
FROM node:24-bookworm-slim AS slim
WORKDIR /app
# All addresses, of IPv6 and of IPv4.
ENV NODE_ENV=production HOST=:: PORT=3000 DATA_DIR=/data
COPY package.json package-lock.json .npmrc ./
# The image has the Node that the package `node` brings.
RUN npm install --no-save --omit=dev && rm -rf node_modules/node node_modules/.bin/node && npm cache clean --force
COPY contract contract
COPY server server
COPY bin bin
COPY scripts/node-version.js scripts/
COPY LICENSE ./
COPY --from=build /app/dist dist
RUN ln -s /app/bin/postfolio.js /usr/local/bin/postfolio
# Platforms that choose a user id give it the group 0.
RUN mkdir /data /backups && chown node:0 /data /backups && chmod 770 /data /backups
USER node
VOLUME /data /backups
EXPOSE 3000
# Migrating a large database takes longer than three checks.
HEALTHCHECK --start-period=60s CMD ["node", "server/commands/health.ts"]
CMD ["node", "--min-semi-space-size=4", "--max-semi-space-size=4", "dist/server/main.js"]

FROM slim
USER root
# Converts videos, on request.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
USER node
