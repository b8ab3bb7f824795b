import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds that the last processes of a browser which has ended may still write. */
const PATIENCE = 15_000;

/** Removes a browser's folder. `maxRetries` would not do: it lists what is in a folder once. */
export async function removeFolder(folder: string): Promise<void> {
  for (const end = performance.now() + PATIENCE; ; await setTimeout(100)) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
