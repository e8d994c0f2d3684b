/** The mini-program's menu passes a new share on as a card. */
export default { enableShareAppMessage: true }
