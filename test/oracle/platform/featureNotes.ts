/** Features of the platform with a case of another kind: the name of a document or of what is read. */
export const casesElsewhere: Readonly<Record<string, string>> = {
  'alt-text-generated-content': 'generated words with an alternative',
  backdrop: 'behind an opaque backdrop',
  'color-scheme': 'meta dark',
  'counter-set': 'counter that is set',
  'counter-style': 'list in a style of its own',
  'details-content': 'details that show their content',
  'forced-colors': 'forced colours',
  'form-associated-custom-elements': 'custom element of a disabled group',
};

const ids = (list: string): readonly string[] => list.split(' ');

/** Why the others have none. */
export const notSeen: Readonly<Record<string, readonly string[]>> = {
  'A part of the language, or of its library: a page paints the same with it.': ids(
    'array-at array-by-copy array-findlast array-fromasync array-group atomics-pause atomics-wait-async float16array getorinsert intl-duration-format intl-locale-info intl-segmenter iterator-concat iterator-methods json-modules json-raw math-sum-precise object-hasown promise-try promise-withresolvers regexp-escape resizable-buffers set-methods string-at string-wellformed structured-clone top-level-await transferable-arraybuffer uint8array-base64-hex wasm-branch-hinting wasm-exception-handling wasm-exnref-exceptions wasm-extended-constant-expressions wasm-garbage-collection wasm-jspi wasm-simd wasm-tail-call-optimization wasm-typed-fun-refs abortsignal-any abortsignal-timeout url-canparse urlpattern',
  ),
  'Loads, stores, sends or measures: what is then shown is shown by other means.': ids(
    'async-iterable-streams broadcast-channel compression-streams cookie-enabled event-timing fetch-priority http3 import-maps js-modules-service-workers js-modules-shared-workers js-modules-workers largest-contentful-paint link-rel-dns-prefetch loading-lazy messageerror modulepreload navigation origin-private-file-system preloading-responsive-images readable-byte-streams reporting reporting-csp-violations request-animation-frame-workers resource-size server-timing shared-workers storage-access storage-manager streams web-locks webrtc-encoded-transform webrtc-sctp webtransport zstd',
  ),
  'Asks the device or the person, or reports to them, outside of the page.': ids(
    'async-clipboard clipboard-supports device-orientation-events hardware-concurrency media-capabilities notifications-apps pdf-viewer permissions print push screen-orientation screen-wake-lock user-activation webauthn-public-key-easy',
  ),
  'What a page asks of its own document, which changes nothing in it.': ids(
    'check-visibility composed-ranges document-caretpositionfrompoint gethtml requestclose scrollend toggleevent-source trusted-types parse-html-unsafe',
  ),
  'Pictures, and what is drawn, have no words: a picture is shown by its name, a canvas as a canvas.': ids(
    'avif canvas-2d-willreadfrequently canvas-createconicgradient canvas-reset canvas-roundrect createimagebitmap crisp-edges ext-texture-compression-rgtc light-dark-image offscreen-canvas webgl-color-management webgl-oes-draw-buffers-indexed webgl2-color-management',
  ),
  'Sound, and the pace of pictures.': ids('preserves-pitch request-video-frame-callback'),
  'On paper only.': ids('page-setup'),
  'Tells assistive technology: names by reflected references are held by `captureAccessibility.test.ts`.':
    ids('aria-attribute-reflection arianotify'),
  'How a field takes what is typed, or its size: its value is shown.': ids(
    'autocorrect dirname field-sizing input-file-webkitdirectory',
  ),
  'The way from one state to another: each state is shown as any is, and the end is waited for.': ids(
    'active-view-transition grid-animation linear-easing transition-behavior view-transition-class view-transitions',
  ),
  'How and where the page is scrolled to: shown as the scroll position.': ids(
    'overflow-anchor scroll-behavior scroll-to-text-fragment target-text',
  ),
  'A rule for a state that begins with a person; what it then shows is styled as by any other rule.': ids(
    'focus-visible modal user-pseudos',
  ),
  'The shape of letters and lines, which reads the same.': ids(
    'font-synthesis-small-caps font-synthesis-style font-synthesis-weight text-decoration-skip-ink-all translate',
  ),
  'Not read: a colour that a script gives to words without an element. Words painted in the colour of their ground so are shown.':
    ids('highlight'),
};
