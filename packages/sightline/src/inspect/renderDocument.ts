import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { CollectedInspection } from './collectInspection.ts';
import type { AssetName } from './Inspection.ts';
import type { InspectorAssets } from './readAssets.ts';

/**
 * The inspection as one HTML document. Page data is in it only as Base64 in inert elements, so that no page text
 * can end its element. `policy`: see `policyFor`.
 */
export function renderDocument(
  { script, style }: Pick<InspectorAssets, 'script' | 'style'>,
  assets: Readonly<Record<string, Buffer>>,
  policy: string,
): string {
  const data = Object.entries(assets).map(
    ([name, bytes]) => `<script type="text/plain" id="${name}">${bytes.toString('base64')}</script>`,
  );
  return [
    renderHead(policy, style),
    ...data,
    `<script type="module">${script}</script>`,
    '</body></html>\n',
  ].join('\n');
}

/** The document up to the data. `policy`: a content security policy. */
function renderHead(policy: string, style: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Sightline inspect</title>
<style>${style}</style></head><body>
<noscript>This file shows what it holds with a script of its own, which this browser does not run.</noscript>
<div id="app"></div>`;
}

/**
 * A content security policy that allows only our script and style, by hash, and no loading, sending or framing.
 * `connect`: allowed data sources; default none.
 */
export function contentSecurityPolicy(
  { script, style }: Pick<InspectorAssets, 'script' | 'style'>,
  connect = "'none'",
): string {
  return [
    "default-src 'none'",
    `script-src ${cspHash(script)}`,
    `style-src ${cspHash(style)}`,
    'img-src blob:',
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

const cspHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The assets of an inspection by name, as the client decodes them. */
export function namedAssets(
  { inspection, pictures }: CollectedInspection,
  packed: InspectorAssets['packed'],
): Record<string, Buffer> {
  const assets: { [Name in AssetName]?: Buffer } & Record<string, Buffer> = {
    inspection: gzipSync(JSON.stringify(inspection)),
  };
  for (const [at, picture] of pictures.entries()) if (picture) assets[`picture-${at}`] = picture;
  // A run needs no search data.
  return inspection.pages.length > 0 ? { ...assets, ...packed } : assets;
}
