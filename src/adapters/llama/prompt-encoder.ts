import { resolveChatWrapper, type LlamaModel, type Token } from 'node-llama-cpp'

/**
 * Prompt text to tokens. Without chat: BOS and the text as it stands, never special tokens from the text. With chat:
 * the template that the GGUF file brings along, with the text as the user's turn and the model's turn opened.
 */
export function promptEncoder(model: LlamaModel, chat: boolean): (prompt: string) => Token[] {
  const { bos } = model.tokens
  if (!chat) return (prompt) => [...(bos === null ? [] : [bos]), ...model.tokenize(prompt, false)]
  const wrapper = resolveChatWrapper(model)
  return (prompt) =>
    wrapper
      .generateContextState({
        chatHistory: [
          { type: 'user', text: prompt },
          { type: 'model', response: [] },
        ],
      })
      .contextText.tokenize(model.tokenizer)
}
