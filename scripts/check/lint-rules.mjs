const MESSAGE = 'The core has no clock and no chance: take the moment or the id as an argument.'

/**
 * @param {any} node
 * @param {string} object
 * @param {string} property
 */
const isMember = (node, object, property) =>
  node.type === 'MemberExpression' && node.object.name === object && node.property.name === property

/** Rejects calls whose result differs for equal arguments. */
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

/** Attributes whose text is shown or read aloud to users. */
const SHOWN =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|alt|title|placeholder|label|description|heading|errorMessage)$/
const LETTER = /\p{L}/u

/**
 * @param {any} node
 * @returns {boolean} whether it is a text with words, directly or in one of its branches
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

/** Rejects literal text that cannot be translated. */
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

/**
 * @param {any} node
 * @returns {boolean} inside the handler of a route, where a delay simulates the latency of a response
 */
function isInRoute(node) {
  for (let at = node.parent; at; at = at.parent)
    if (at.type === 'CallExpression' && at.callee.property?.name === 'route') return true
  return false
}

/** Rejects fixed delays: a loaded machine needs more time, and an idle one waits for nothing. */
const noFixedDelay = {
  /** @param {any} context */
  create(context) {
    const message = 'Wait for what the test expects (expect(locator), expect.poll), not for a fixed time.'
    return {
      /** @param {any} node */
      CallExpression(node) {
        const { callee } = node
        if (callee.property?.name === 'waitForTimeout') return context.report({ node, message })
        const isTimer = callee.name === 'setTimeout' || callee.property?.name === 'setTimeout'
        const isOfTest = callee.object?.name === 'test'
        if (isTimer && !isOfTest && node.arguments.length > 1 && !isInRoute(node)) context.report({ node, message })
      },
    }
  },
}

/**
 * @param {any} node
 * @returns {any} the expression whose member is read, through any number of members
 */
const rootOf = (node) =>
  node?.type === 'MemberExpression'
    ? rootOf(node.object)
    : node?.type === 'ChainExpression'
      ? rootOf(node.expression)
      : node

/** Methods of a locator or a page that read once. */
const READS =
  /^(allInnerTexts|allTextContents|boundingBox|count|evaluate|evaluateAll|getAttribute|innerHTML|innerText|inputValue|isChecked|isDisabled|isEnabled|isHidden|isVisible|textContent|title)$/

/** Rejects assertions on a value that was read once: they fail if the page is slightly late. */
const noImmediateRead = {
  /** @param {any} context */
  create(context) {
    return {
      /** @param {any} node */
      CallExpression(node) {
        if (node.callee.name !== 'expect') return
        const [value] = node.arguments
        const root = rootOf(value)
        if (root?.type !== 'AwaitExpression') return
        const isRead = READS.test(rootCallee(root.argument)?.property?.name ?? '')
        if (root === value || isRead)
          context.report({ node, message: 'Use an assertion that waits: expect(locator), expect.poll or toPass.' })
      },
    }
  },
}

/**
 * @param {any} node
 * @returns {any} the called expression
 */
const rootCallee = (node) => (node?.type === 'ChainExpression' ? node.expression : node)?.callee

// eslint-style plug-ins are default exports.
export default {
  meta: { name: 'house' },
  rules: {
    'no-clock-or-chance': noClockOrChance,
    'no-fixed-delay': noFixedDelay,
    'no-immediate-read': noImmediateRead,
    'no-literal-text': noLiteralText,
  },
}
