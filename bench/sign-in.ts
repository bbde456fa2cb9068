import type { Server } from './home.ts'

/** Signs in by the server's link and finds the flights dataset. */
export async function signIn({ url, link }: Server): Promise<{ cookie: string; flights: number }> {
  const entered = await fetch(link, { redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`Could not sign in: ${entered.status}`)
  const list = await fetch(`${url}/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:flights)))`, {
    headers: { cookie },
  })
  const { result } = (await list.json()) as { result: { id: number }[] }
  if (!result[0]) throw new Error('The flights are not there')
  return { cookie, flights: result[0].id }
}
