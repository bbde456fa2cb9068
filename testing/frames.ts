import type { Call } from './user-input.ts'

const encoder = new TextEncoder()

/** Returns one frame: its header, its bytes and a newline. */
export function frame(id: string, body: unknown, status = 200): Uint8Array {
  const bytes = encoder.encode(JSON.stringify(body))
  const head = encoder.encode(`${JSON.stringify({ id, status, length: bytes.length })}\n`)
  return Uint8Array.from([...head, ...bytes, 10])
}

/** Returns the items of a batch request. */
export function batchItemsOf(
  call: Call,
): readonly { readonly id: string; readonly query_context: { form_data: unknown } }[] {
  return (call.body as { items: ReturnType<typeof batchItemsOf> }).items
}

/** Returns the response to a batch: each result computed by `answerOf` from the form data. */
export function batchResponse(call: Call, answerOf: (form: { viz_type: string }) => unknown): Response {
  const frames = batchItemsOf(call).map(({ id, query_context: { form_data } }) =>
    frame(id, { result: [answerOf(form_data as { viz_type: string })] }),
  )
  return new Response(Uint8Array.from(frames.flatMap((each) => [...each])))
}
