/** What a command knows of the copy of Sightline it came from. */
export interface Installation {
  /** The file that Node is to run for another process of this copy. */
  main: URL;
  version: string;
}
