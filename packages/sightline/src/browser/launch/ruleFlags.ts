import type { UrlRules } from '../../snapshot/urls/UrlRules.ts';

/** The browser's own switches for rules of addresses: they hold what is no request, as sockets and look-ups. */
export function ruleFlags({ isRestricted, resolverRules }: UrlRules): string[] {
  if (!isRestricted) return [];
  // WebRTC sends to any address that a page names, past everything that could refuse it.
  const flags = [
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  ];
  return resolverRules ? [...flags, `--host-resolver-rules=${resolverRules}`] : flags;
}
