import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import type { TestApp } from './test-app.ts'
import type { TestUser } from './test-users.ts'

/** Downloads a CSV file as this caller. @returns the status, the name that the file is offered by, and its rows; none when refused */
export async function readCsv({ app }: TestApp, url: string, { token }: TestUser) {
  const download = () => app.server.inject({ url, headers: { authorization: `Bearer ${token}` } })
  let reply = await download()
  // The thread of an earlier file ends a little after its last byte, and counts until then.
  while (reply.statusCode === 429 && reply.json<{ code: string }>().code === 'too_many_exports') {
    await sleep(20)
    reply = await download()
  }
  const isFile = reply.headers['content-type'] === 'text/csv; charset=utf-8'
  const delimiter = url.includes('locale=tr') ? ';' : ','
  return {
    status: reply.statusCode,
    name: reply.headers['content-disposition'],
    rows: isFile ? parse<Record<string, string>>(reply.body, { bom: true, columns: true, delimiter }) : [],
  }
}
