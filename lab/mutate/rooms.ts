/** A room whose sources are given small faults, and the tests that have to notice them. */
export interface Room {
  readonly sources: string
  /** test files, and folders of them */
  readonly tests: readonly string[]
  /** what a line of the table stands for */
  readonly by: 'file' | 'folder'
}

/** Tests of a room are those in its own folders, and those of its neighbours that are about its promises. */
export const ROOMS: Readonly<Record<string, Room>> = {
  bt: { sources: 'src/bt', tests: ['test/bt', 'test/conformance'], by: 'folder' },
  link: { sources: 'src/link', tests: ['test/link', 'test/tap/wire-file.test.ts'], by: 'file' },
  twin: {
    sources: 'src/twin',
    tests: ['test/twin', 'test/gate/permit-fuzz.test.ts', 'test/gate/precondition-faults.test.ts'],
    by: 'file',
  },
}
