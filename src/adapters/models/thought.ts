/** A model may think aloud though nobody asked it to; that is not its answer (MOD-20). */
export const withoutThought = (text: string): string => text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '')
