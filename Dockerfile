# Sightline over MCP, with Debian's Chromium, as a user without rights. From a checkout:
#   npm pack -w sightline && docker build -t sightline .
#   docker run --rm -p 127.0.0.1:8931:8931 -e SIGHTLINE_MCP_TOKEN sightline                # over HTTP
#   docker run --rm -i --entrypoint sightline sightline mcp                                # over standard input
FROM node:22-bookworm-slim

RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium fonts-liberation fonts-noto-color-emoji tini \
  && rm -rf /var/lib/apt/lists/*

COPY sightline-*.tgz /tmp/
RUN npm install --global --ignore-scripts --no-audit --no-fund /tmp/sightline-*.tgz \
  && rm -rf /tmp/sightline-*.tgz /root/.npm

# What pages download and pictures go here: mount a folder to keep them.
RUN mkdir /files && chown node:node /files
VOLUME /files

USER node
WORKDIR /files
EXPOSE 8931
# The port is the same on both sides: requests are served that call it 127.0.0.1:8931 or localhost:8931.
ENTRYPOINT ["tini", "--", "sightline", "mcp", "--http", "8931", "--host", "0.0.0.0", "--output", "/files"]
