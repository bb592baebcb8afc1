/** What runtime and model process say to each other, in the structured clones of Node's process channel. */
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
