/** What a command knows of the copy of Sightline it came from. */
export interface Installation {
  /** Path of the file that Node is to run for another process of this copy. */
  main: string;
  version: string;
}
