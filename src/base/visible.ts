/**
 * Makes untrusted text (files, names, models, devices, socket peers) safe for a terminal or a log: characters
 * that would move the cursor, change colours or the title, reverse the text direction or stay invisible are
 * escaped, e.g. as `\u001b`. Line ends and tabs stay. Inside a JSON string the meaning is unchanged.
 */
export const visible = (text: string): string =>
  text.replace(HIDDEN, (letter) => [...Array(letter.length).keys()].map((i) => escaped(letter, i)).join(''))

/** The same where a text stands inside a line, such as a name or a path: line ends and tabs are escaped, too. */
export const visibleInLine = (text: string): string =>
  visible(text).replace(/[\n\t]/g, (letter) => escaped(letter, 0))

const escaped = (letter: string, i: number): string =>
  `\\u${letter.charCodeAt(i).toString(16).padStart(4, '0')}`

/**
 * Control characters except line feed and tab; DEL and C1 controls; zero-width and bidirectional marks, overrides
 * and isolates; line and paragraph separators; the byte-order mark; invisible tag characters; lone surrogates.
 */
const HIDDEN = new RegExp(
  String.raw`[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F` +
    String.raw`\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}\p{Cs}]`,
  'gu',
)
