import type { AssetName } from '../Inspection.ts';

/** Reads an asset from its element in this document, or from the server of a live inspection. */
async function readAsset(name: AssetName): Promise<Uint8Array | undefined> {
  const element = document.getElementById(name);
  if (element) return decodeBase64(element.textContent.trim());
  if (!location.protocol.startsWith('http')) return undefined;
  const response = await fetch(`./${name}`, { cache: 'no-store' });
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}

/** Reads an asset compressed with gzip. */
export async function unpackAsset(name: AssetName): Promise<Uint8Array | undefined> {
  const packed = await readAsset(name);
  if (!packed) return undefined;
  const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function unpackText(name: AssetName): Promise<string | undefined> {
  const bytes = await unpackAsset(name);
  return bytes && new TextDecoder().decode(bytes);
}

/** Object URL of a picture. */
export async function pictureUrl(index: number): Promise<string | undefined> {
  const bytes = await readAsset(`picture-${index}`);
  return bytes && URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/png' }));
}

function decodeBase64(base64: string): Uint8Array {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
