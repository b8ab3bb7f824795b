/** One way to reach the tools, as the scenarios that all of them share need it. */
export interface Host {
  /** Calls a tool by its name, as a user of that host would. */
  call(tool: string, input?: Record<string, unknown>): Promise<HostAnswer>;
  close(): Promise<void>;
}

export interface HostAnswer {
  /** What the caller reads, without what this host puts around it. */
  text: string;
  failed: boolean;
}
