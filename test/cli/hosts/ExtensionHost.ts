import { join } from 'node:path';
import { parsePairingCode } from '../../../packages/sightline/src/relay/Pairing.ts';
import { ExtensionBrowser } from '../../support/ExtensionBrowser.ts';
import { CliHost } from './CliHost.ts';
import type { HostAnswer } from './Host.ts';

/** The command line in the browser of its user, who shares a tab with it through the extension. */
export class ExtensionHost extends CliHost {
  #chrome: ExtensionBrowser | undefined;

  override async call(tool: string, input: Record<string, unknown> = {}): Promise<HostAnswer> {
    if (tool !== 'open' || this.#chrome) return super.call(tool, input);
    this.cli.env.XDG_CONFIG_HOME = join(this.cli.folder, 'config');
    const setup = await this.cli.json('extension', '--setup');
    const chrome = await ExtensionBrowser.start(parsePairingCode(setup.value.code));
    this.#chrome = chrome;
    await chrome.pair();
    const opening = super.call(tool, { ...input, extension: true });
    await chrome.share('about:blank', 'Sightline');
    return opening;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#chrome?.close();
  }
}
