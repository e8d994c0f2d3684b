/** Calls of the contract's modules that run as they are loaded: none has an effect, so bundlers may drop an unused result. */
module.exports = ({ types }) => ({
  visitor: {
    CallExpression(path) {
      if (path.getFunctionParent() === null) types.addComment(path.node, 'leading', '#__PURE__')
    },
  },
})
