const MESSAGE = 'The core has no clock and no chance: take the moment or the id as an argument.'

/**
 * @param {any} node
 * @param {string} object
 * @param {string} property
 */
const isMember = (node, object, property) =>
  node.type === 'MemberExpression' && node.object.name === object && node.property.name === property

/** Refuses what makes two calls with the same arguments differ. */
const noClockOrChance = {
  /** @param {any} context */
  create(context) {
    /** @param {any} node */
    const report = (node) => context.report({ node, message: MESSAGE })
    return {
      /** @param {any} node */
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) report(node)
      },
      /** @param {any} node */
      CallExpression(node) {
        if (node.callee.name === 'Date') report(node)
      },
      /** @param {any} node */
      MemberExpression(node) {
        if (isMember(node, 'Date', 'now') || isMember(node, 'Math', 'random') || isMember(node, 'performance', 'now')) {
          report(node)
        }
        if (node.object.name === 'crypto' || isMember(node.object, 'globalThis', 'crypto')) report(node)
      },
    }
  },
}

/** Attributes whose text a person reads or hears. */
const SHOWN =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|alt|title|placeholder|label|description|heading|errorMessage)$/
const LETTER = /\p{L}/u

/**
 * @param {any} node
 * @returns {boolean} a piece of text with words in it, as itself or in one of the branches
 */
function hasWords(node) {
  if (node?.type === 'JSXExpressionContainer') return hasWords(node.expression)
  if (node?.type === 'ConditionalExpression') return hasWords(node.consequent) || hasWords(node.alternate)
  if (node?.type === 'LogicalExpression') return hasWords(node.right)
  /** @param {any} part */
  const worded = (part) => LETTER.test(part.value.raw)
  if (node?.type === 'TemplateLiteral') return node.quasis.some(worded)
  return (
    (node?.type === 'Literal' || node?.type === 'JSXText') && typeof node.value === 'string' && LETTER.test(node.value)
  )
}

/** Refuses words that would stay English in every language. */
const noLiteralText = {
  /** @param {any} context */
  create(context) {
    /** @param {any} node */
    const report = (node) => context.report({ node, message: 'Text a person reads goes through t().' })
    return {
      /** @param {any} node */
      JSXText(node) {
        if (hasWords(node)) report(node)
      },
      /** @param {any} node */
      JSXExpressionContainer(node) {
        if (node.parent.type !== 'JSXAttribute' && hasWords(node)) report(node)
      },
      /** @param {any} node */
      JSXAttribute(node) {
        if (SHOWN.test(node.name.name) && hasWords(node.value)) report(node)
      },
    }
  },
}

// eslint-style plug-ins are default exports.
export default {
  meta: { name: 'house' },
  rules: { 'no-clock-or-chance': noClockOrChance, 'no-literal-text': noLiteralText },
}
