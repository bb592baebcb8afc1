/** The teacher: what a critic should answer to a view. The bench asks it too, of what a colour threshold sees. */
export { rightAnswer as judge } from '../../../../lab/bench/truth/right-answer.js'
