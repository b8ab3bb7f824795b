import type { LocatorSpec } from '../../script/locators/LocatorSpec.ts';

/** An element by its role, its name and its states, as `getByRole` takes them. */
export interface OfferedElement {
  /** ARIA role. */
  role: string;
  /** Accessible name: a part of it in any letter case, or a regular expression (RE2's). */
  name?: string | RegExp;
  /** The name is compared whole and with its letter case. Default false. */
  exact?: boolean;
  checked?: boolean;
  /** Default false: an element that is disabled is not offered. */
  disabled?: boolean;
  expanded?: boolean;
  pressed?: boolean;
  selected?: boolean;
  /** Level of a heading. */
  level?: number;
}

/** As a locator; without `disabled`, which a check looks at by itself. */
export function toLocatorSpec({ name, disabled: _, ...rest }: OfferedElement): LocatorSpec {
  const pattern = name instanceof RegExp ? { regex: name.source, flags: name.flags } : name;
  return [{ by: 'role', ...rest, ...(pattern !== undefined && { name: pattern }) }];
}
