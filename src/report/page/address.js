/**
 * What an address says behind its #: `episode-3@20.400&only=alarms,edits`. Each part may be missing.
 * @typedef {object} Address
 * @property {string} place id of an element; '' for none
 * @property {number | undefined} [seconds] moment of the episode, since its first tick
 * @property {readonly string[]} only what the filter leaves; none: it leaves everything
 */

/** @param {string} hash @returns {Address} */
export function readAddress(hash) {
  const parts = decoded(hash.slice(1)).split('&')
  const [place = '', moment = ''] = (parts.find((part) => !part.includes('=')) ?? '').split('@')
  const only = parts.find((part) => part.startsWith(ONLY))?.slice(ONLY.length) ?? ''
  return {
    place,
    seconds: /^\d+(\.\d+)?$/.test(moment) ? Number(moment) : undefined,
    only: only.split(',').filter((kind) => kind !== ''),
  }
}

/** @param {Address} address @returns {string} '' where it says nothing */
export function writeAddress({ place, seconds, only }) {
  const parts = [
    seconds === undefined ? place : `${place}@${seconds.toFixed(3)}`,
    only.length === 0 ? '' : ONLY + only.join(','),
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `#${parts.join('&')}`
}

/** Some programs encode @ and commas of links that they are given. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const ONLY = 'only='
