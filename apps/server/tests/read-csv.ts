import { parse } from 'csv-parse/sync'
import type { TestApp } from './test-app.ts'
import type { TestUser } from './test-users.ts'

/** Downloads a CSV file as this caller. @returns the status, the name that the file is offered by, and its rows; none when refused */
export async function readCsv({ app }: TestApp, url: string, { token }: TestUser) {
  const reply = await app.server.inject({ url, headers: { authorization: `Bearer ${token}` } })
  const isFile = reply.headers['content-type'] === 'text/csv; charset=utf-8'
  const delimiter = url.includes('locale=tr') ? ';' : ','
  return {
    status: reply.statusCode,
    name: reply.headers['content-disposition'],
    rows: isFile ? parse<Record<string, string>>(reply.body, { bom: true, columns: true, delimiter }) : [],
  }
}
