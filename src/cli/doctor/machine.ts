import type { Diagnostic } from '#base/diagnostic.js'

/** What the doctor can observe of a computer; a fake in tests. Read-only. */
export interface Machine {
  readonly node: { readonly version: string; readonly platform: string; readonly arch: string }
  /** user ID of the caller. 0 is root, whose access says nothing about the rights of others */
  readonly uid: number
  readonly cores: number
  readonly memoryBytes: number
  /** one-minute load average, processes */
  readonly load: number
  /** wall clock, milliseconds since the epoch */
  now(): number
  stat(path: string): Promise<FileStatus | undefined>
  /** whether the caller has access */
  may(path: string, what: 'read' | 'write'): Promise<boolean>
  read(path: string): Promise<string | undefined>
  /** target of a symbolic link */
  real(path: string): Promise<string | undefined>
  list(folder: string): Promise<readonly string[]>
  /** device files that match paths and patterns, as in `robot.devices` */
  devices(asked: string): Promise<readonly string[]>
  /** why a user cannot trust a folder: others can replace it or write to it */
  strangers(folder: string, uid: number): Diagnostic | undefined
  freeBytes(path: string): Promise<number | undefined>
  /** @returns undefined if there is no such program */
  run(
    program: string,
    args: readonly string[],
  ): Promise<{ readonly code: number; readonly out: string } | undefined>
  /** @returns why the port is unavailable, undefined if it is free */
  portTaken(host: string, port: number): Promise<string | undefined>
  /** processes that hold a file open, as `1234 node`; only root sees those of other users */
  holders(path: string): Promise<readonly string[]>
  /** @returns why one of graft's native packages cannot be loaded */
  loads(name: string): Promise<string | undefined>
  models(dir: string | null): Promise<ModelsFound>
  /** Sends Hello on the serial devices. Moves nothing. */
  probe(
    devices: string,
  ): Promise<{ readonly device: string; readonly bootId: number } | { readonly why: string }>
}

export interface FileStatus {
  readonly kind: 'file' | 'folder' | 'device' | 'other'
  /** permission bits only */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly changedMs: number
}

interface ModelsFound {
  /** id and role of each, in order of preference */
  readonly models: readonly { readonly id: string; readonly role: string }[]
  readonly problems: readonly Diagnostic[]
}
