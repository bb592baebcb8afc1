import { fileURLToPath } from 'node:url'

/** Files that ship with graft, wherever it is installed; the same for `src` and for the compiled `dist`. */
export const projectFile = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
