/** What is used of css-tree, whose own types leave these entries out. */
declare module 'css-tree/tokenizer' {
  /** Calls `onToken` with the type of each token of a text, and where it begins and ends. */
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void;
  export const Ident: number;
  export const Hash: number;
  export const Function: number;
  export const String: number;
  export const BadString: number;
  export const Url: number;
  export const BadUrl: number;
  export const Delim: number;
  export const Colon: number;
  export const LeftSquareBracket: number;
  export const RightSquareBracket: number;
  export const LeftParenthesis: number;
  export const RightParenthesis: number;
  export const LeftCurlyBracket: number;
  export const RightCurlyBracket: number;
  export const Comment: number;
}

declare module 'css-tree/utils' {
  export const ident: {
    /** The name that an identifier stands for, without its escapes. */
    decode(text: string): string;
  };
}
