/** Markup that is safe to emit. Everything else on a page is text, and text is always escaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

export type Fragment = Html | string | number | null | undefined | false | readonly Fragment[]

/**
 * A template that escapes every interpolation unless it is `Html` already. `undefined`, `null` and `false` render
 * nothing.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  return new Html(parts.reduce((markup, part, i) => `${markup}${render(values[i - 1])}${part}`))
}

/** For constants of this program only (styles, scripts): never for anything read from outside. */
export const trusted = (markup: string): Html => new Html(markup)

export function render(fragment: Fragment): string {
  if (fragment === null || fragment === undefined || fragment === false) return ''
  if (fragment instanceof Html) return fragment.markup
  if (typeof fragment === 'string') return escapeText(fragment)
  if (typeof fragment === 'number') return escapeText(String(fragment))
  return fragment.map((item) => render(item)).join('')
}

/**
 * Makes text safe for content and for double-quoted attributes. Control characters and bidirectional overrides are
 * shown as U+FFFD: a model's reply must not be able to hide or disguise anything on the page.
 */
export function escapeText(text: string): string {
  return text.replace(HIDDEN, '\uFFFD').replace(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`)
}

const HIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Data for the page's script. No text in it can end the element or hide anything. */
export const jsonScript = (data: object): Html =>
  new Html(
    `<script type="application/json">${JSON.stringify(data, (_, value: unknown) =>
      typeof value === 'string' ? value.replace(HIDDEN, '\uFFFD') : value,
    ).replace(/</g, '\\u003c')}</script>`,
  )

/** Cuts the middle out of long text, so that no single reply decides how large a page is. */
export function truncateMiddle(text: string, most = 6000): string {
  const left = text.length - most
  if (left <= 0) return text
  const half = Math.floor(most / 2)
  return `${text.slice(0, half)}\n… ${left} characters omitted; see the run folder …\n${text.slice(-half)}`
}
