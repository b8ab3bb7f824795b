import { randomBytes } from 'node:crypto';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { UrlRules } from '../../snapshot/urls/UrlRules.ts';
import type { ProxyOptions } from './ContextOptions.ts';
import { readProxy } from './readContextOptions.ts';

/**
 * The browser's own switches for rules of addresses: they hold what is no request of a page, as sockets, look-ups and what is loaded
 * ahead of time. A proxy looks hosts up itself, so with `proxy` a script for it holds the rules; one that the system sets is not used.
 * @throws SightlineError `invalid_argument` for a proxy with which they cannot be held
 */
export function ruleFlags(rules: UrlRules, proxy?: string | ProxyOptions): string[] {
  if (!rules.isRestricted) return [];
  // WebRTC sends to any address that a page names, past everything that could refuse it, and what logins by another site (FedCM)
  // load comes by none of the ways that are held.
  const flags = [
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-blink-features=FedCm',
  ];
  const { resolverRules, directHosts } = rules;
  if (proxy === undefined)
    return [
      ...flags,
      // What is not allowed is sent to a proxy that is none.
      ...(directHosts
        ? [`--proxy-server=${NO_PROXY}`, `--proxy-bypass-list=${['<-loopback>', ...directHosts].join(';')}`]
        : ['--no-proxy-server']),
      ...(resolverRules ? [`--host-resolver-rules=${resolverRules}`] : []),
    ];
  const { server, bypass = '' } = readProxy(proxy);
  const { protocol, hostname, port } = new URL(server);
  // Its host is looked up under a name that no page knows: the rules may block that host itself. Its certificate names the host.
  const isNamed = protocol === 'https:';
  if (isNamed && !rules.allows(`https://${hostname}/`)) throw proxyError();
  const name = isNamed ? hostname : `${randomBytes(8).toString('hex')}.invalid`;
  const lookUp = isNamed ? `EXCLUDE ${name}` : `MAP ${name} ${hostname}`;
  const kinds: Record<string, string> = { 'https:': 'HTTPS', 'socks4:': 'SOCKS', 'socks5:': 'SOCKS5' };
  const proxyAddress = `${kinds[protocol] ?? 'PROXY'} ${name}:${port || (DEFAULT_PORTS[protocol] ?? '80')}`;
  const script = rules.proxyScript(proxyAddress, bypass.split(',').flatMap(readBypass));
  const address = `data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(script).toString('base64')}`;
  const lookUps = [lookUp, ...(resolverRules ? [resolverRules] : [])].join(', ');
  return [...flags, `--proxy-pac-url=${address}`, `--host-resolver-rules=${lookUps}`];
}

/** At a port at which nothing listens. */
const NO_PROXY = 'http://127.0.0.1:1';
const DEFAULT_PORTS: Record<string, string> = { 'https:': '443', 'socks4:': '1080', 'socks5:': '1080' };

/** `*.example.com`, `.example.com` and `example.com` as one; nothing for what is none. */
const readBypass = (pattern: string): string[] => {
  const host = pattern.trim().replace(/^\*?\./, '');
  return /^[\w.-]+$/.test(host) ? [host] : [];
};

function proxyError(): SightlineError {
  const problem = 'The rules for addresses block the host of the proxy, which is reached by its certificate.';
  return new SightlineError('invalid_argument', problem, {
    hint: 'Allow the host of the proxy (--allow), or use a proxy by http.',
  });
}
