import { describe, expect, it } from 'vitest'
import { MAX_NESTING, MAX_OUTPUT_LENGTH, MAX_TEMPLATE_LENGTH } from './limits.ts'
import { render } from './render.ts'

const data = [
  { origin: 'ORD', count: 3, delay: 0, note: '<b>&"', at: Date.UTC(2001, 0, 2, 13, 4, 5) },
  { origin: 'ATL', count: 2.5, delay: null, note: '', at: null },
]
const made = (template: string, context: unknown = { data }) => render(template, context).html

describe('templates', () => {
  it.each([
    ['plain', 'plain'],
    ['{{data.[0].origin}} {{data.[1].origin}} {{data.length}}', 'ORD ATL 2'],
    ['{{data.[0].note}}|{{{data.[0].note}}}|{{&data.[0].note}}', '&lt;b&gt;&amp;&quot;|<b>&"|<b>&"'],
    ['{{nothing}}{{data.[7].origin}}{{data.[1].delay}}', ''],
    ['{{#each data}}{{@index}}{{origin}}{{#unless @last}}, {{/unless}}{{/each}}', '0ORD, 1ATL'],
    ['{{#each data}}{{@key}}{{#if @first}}!{{/if}}{{this.count}};{{/each}}', '0!3;12.5;'],
    ['{{#each data as |row at|}}{{at}}:{{row.origin}} {{/each}}', '0:ORD 1:ATL '],
    [
      '{{#each data.[0]}}{{@key}}={{this}} {{/each}}',
      'origin=ORD count=3 delay=0 note=&lt;b&gt;&amp;&quot; at=978440645000 ',
    ],
    ['{{#each none}}x{{else}}empty{{/each}}{{#each data.[1].note}}x{{^}}no text{{/each}}', 'emptyno text'],
    ['{{#with data.[0]}}{{origin}} of {{../data.length}} {{@root.data.[1].origin}}{{/with}}', 'ORD of 2 ATL'],
    ['{{#with data.[0] as |row|}}{{row.origin}}{{/with}}{{#with none}}x{{else}}none{{/with}}', 'ORDnone'],
    ['{{#each data}}{{#if delay}}a{{else if count}}b{{else}}c{{/if}}{{/each}}', 'bb'],
    ['{{#if data.[0].delay includeZero=true}}zero{{/if}}{{#if data.[0].delay}}x{{else}}none{{/if}}', 'zeronone'],
    ['{{#each data}}{{#if count}}{{../data.length}}{{/if}}{{/each}}', '22'],
    ['{{#data}}{{origin}}{{/data}}{{^none}}none{{/none}}{{#data.[0]}}{{count}}{{/data.[0]}}', 'ORDATLnone3'],
    ['{{lookup data.[0] "origin"}}{{#each data}}{{lookup (lookup ../data @index) "origin"}}{{/each}}', 'ORDORDATL'],
    ['{{log "seen" data}}{{! a note }}{{!-- {{another}} --}}', ''],
    ['a  {{~origin~}}  b', 'ab'],
    ['\\{{origin}} {{{{data}}}}{{x}}{{{{/data}}}}', '{{origin}} {{x}}{{x}}'],
    ['{{"two words"}}{{12}}', ''],
    [
      '{{stringify data.[1]}}',
      '{&quot;origin&quot;:&quot;ATL&quot;,&quot;count&quot;:2.5,&quot;delay&quot;:null,&quot;note&quot;:&quot;&quot;,&quot;at&quot;:null}',
    ],
    ['{{dateFormat data.[0].at}} {{dateFormat data.[0].at format="MMMM YYYY"}}', '2001-01-02 January 2001'],
    [
      '{{dateFormat data.[0].at format="dddd Do MMM, h:mm:ss A [at] HH:mm [W]W"}}',
      'Tuesday 2nd Jan, 1:04:05 PM at 13:04 W1',
    ],
    [
      '{{dateFormat data.[0].at format="LL"}}|{{dateFormat data.[1].at}}|{{dateFormat "none"}}',
      'January 2, 2001||Invalid date',
    ],
    ['{{dateFormat "2001-02-03T04:05:06" format="YYYY/M/D H"}}', '2001/2/3 4'],
    ['{{formatNumber 1234567.891}} {{formatNumber 1234.5 "de-DE"}} {{formatNumber "x"}}', '1,234,567.891 1.234,5 x'],
    ['{{#each (parseJson "[1,2]")}}{{this}};{{/each}}', '1;2;'],
    ['{{#if (eq data.[0].origin "ORD")}}yes{{/if}}{{#if (and (gt 3 2) (lte 2 2) (not false))}}all{{/if}}', 'yesall'],
    ['{{ifx true "a" "b"}}{{ifx false "a"}}{{coalesce "" 0 "c"}}{{count data}}{{#if (or false 0)}}x{{/if}}', 'ac2'],
    ['{{#eq 1 1}}same{{else}}other{{/eq}}{{#gt 1 2}}x{{else}}less{{/gt}}', 'sameless'],
    ['{{#if true}}{{ifx false 1 0}}{{/if}}{{not 1}}{{not 0}}{{null}}{{undefined}}', '0falsetrue'],
  ])('%s renders as %s', (template, text) => expect(made(template)).toBe(text))

  it('resolves only own properties: no prototype, no code', () => {
    for (const path of [
      'constructor',
      '__proto__',
      'data.constructor.constructor',
      'toString',
      'data.__proto__.length',
    ])
      expect(made(`{{${path}}}{{lookup this "${path}"}}`)).toBe('')
    expect(made('{{#with data.[0]}}{{lookup this "hasOwnProperty"}}{{valueOf}}{{/with}}')).toBe('')
    expect(made('{{#each data}}{{__proto__.polluted}}{{/each}}{{stringify __proto__}}')).toBe('')
    expect(made('{{x.constructor}}', JSON.parse('{"x": {"constructor": "own"}}'))).toBe('own')
  })

  it.each([
    ['{{'.repeat(50_000), 1],
    [`${'{{'.repeat(40_000)}x}}`, 1],
    ['{{#each data}}{{origin{{/each}}', 15],
    ['{{origin', 1],
  ])('rejects a tag that is not closed before it is parsed: %.20s', (template, at) => {
    expect(() => made(template)).toThrow(`The tag at character ${at} is not closed`)
  })

  it('reports invalid templates', () => {
    expect(() => made('{{upper origin}}')).toThrow('There is no helper named upper')
    expect(() => made('{{#list data}}{{/list}}')).toThrow('There is no helper named list')
    expect(() => made('{{> part}}')).toThrow('Partials and decorators')
    expect(() => made('{{#each data}}')).toThrow(/line 1/)
    expect(() => made('{{#if a}}{{/each}}')).toThrow(/if doesn't match each/)
    expect(() => made('{{stringify}}')).toThrow('stringify needs a value')
    expect(() => made('{{parseJson "{"}}')).toThrow('not valid JSON')
  })

  it('stops at its limits of steps and output, and names the limit', () => {
    const many = { data: Array.from({ length: 10_000 }, (_, at) => ({ at })) }
    const steps = render('{{#each data}}{{#each ../data}}{{#if x}}{{/if}}{{/each}}{{/each}}', many)
    expect(steps).toEqual({ html: '', bound: 'steps' })
    const wide = render(`{{#each data}}${'x'.repeat(500)}{{/each}}`, many)
    expect([wide.html.length, wide.bound]).toEqual([MAX_OUTPUT_LENGTH, 'output'])
    expect(render('{{#each data}}{{#if (includes ../data 1)}}{{/if}}{{/each}}', many).bound).toBe('steps')
    expect(render('{{#each data}}{{lookup this ../data}}{{/each}}', many)).toEqual({ html: '', bound: 'steps' })
    const nested = `${'['.repeat(50_000)}1${']'.repeat(50_000)}`
    expect(() => made('{{parseJson x}}', { x: nested })).toThrow(/nested too deep|no JSON/)
    // The output of a helper counts even if it is not written.
    expect(render('{{#each data}}{{#if (stringify ../data)}}{{/if}}{{/each}}', many).bound).toBe('steps')
    expect(() => made('x'.repeat(MAX_TEMPLATE_LENGTH + 1))).toThrow('longer than')
    const deep = (times: number) => `${'{{#if 1}}'.repeat(times)}x${'{{/if}}'.repeat(times)}`
    expect(made(deep(MAX_NESTING))).toBe('x')
    expect(() => made(deep(MAX_NESTING + 1))).toThrow('deep')
    expect(() => made(deep(6000))).toThrow('deep')
    expect(() => made(`{{${'(not '.repeat(9000)}1${')'.repeat(9000)}}}`)).toThrow('deep')
    expect(() => made(`{{#if a}}${'{{else if b}}'.repeat(3000)}{{/if}}`)).toThrow('deep')
    const begun = performance.now()
    expect(made('{{a}} {{#if a}}{{else}}{{/if}}'.repeat(3000)).length).toBe(3000)
    expect(performance.now() - begun).toBeLessThan(5000)
  })
})
