import type { BrowserContext } from 'playwright-core';
import type { HeaderOptions } from '../navigation/RequestHeaders.ts';

/** What the pages of a browser that a session starts see of it, and how their requests go out. All default to Chromium's. */
export interface ContextOptions extends HeaderOptions {
  /** CSS pixels; default that of `device`, else 1280 x 720. */
  viewport?: { width: number; height: number };
  /** A device by Playwright's name for it, as `iPhone 15` or `Pixel 7`: its viewport, density, touch and user agent. */
  device?: string;
  /** `http://`, `https://`, `socks4://` or `socks5://HOST:PORT`, also for addresses of this machine; HTTP ones take a name and password. */
  proxy?: string | ProxyOptions;
  /** Language tag, as `de-DE`: `navigator.language`, the header `Accept-Language`, and how dates and numbers are written. */
  locale?: string;
  /** Name of the IANA database, as `Europe/Berlin`. */
  timezoneId?: string;
  /** Degrees, and metres of `accuracy`; pages may ask for it then. */
  geolocation?: { latitude: number; longitude: number; accuracy?: number };
  userAgent?: string;
  colorScheme?: 'light' | 'dark' | 'no-preference';
  /** Open pages whose certificate is not valid, as a self-signed one. Default false. */
  ignoreHTTPSErrors?: boolean;
  /** Name and password for HTTP authentication; with `origin` (`https://example.com`) given to that one alone. */
  httpCredentials?: { username: string; password: string; origin?: string };
}

/** As Playwright's: `bypass` lists hosts that are asked directly, with commas. */
export interface ProxyOptions {
  server: string;
  bypass?: string;
  username?: string;
  password?: string;
}

/** Cookies, and what pages keep in the browser, by their origins: as Playwright's. They open what their owner can: a secret. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;
