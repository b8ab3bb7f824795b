/** What Chrome makes of the `key` in the extension's manifest: the one extension that the relay serves. */
export const EXTENSION_ID = 'cbipjbbopjbeehgoaikdddfihacapblg';
