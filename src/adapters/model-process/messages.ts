/** Messages between the runtime and a model process, as structured clones over Node's IPC channel. */
export type ToModel<Setup, Job> =
  | { readonly kind: 'open'; readonly setup: Setup }
  | { readonly kind: 'ask'; readonly id: number; readonly job: Job }
  | { readonly kind: 'abort'; readonly id: number }

export type FromModel<Answer> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }

export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
