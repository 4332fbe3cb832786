const WARM_UP = 3

export interface TimedCall {
  name: string
  path: string
  /** Maximum p95 in milliseconds. */
  goal?: number
}

/** @returns a session's token. */
export async function signIn(base: string, login: { email: string; password: string }): Promise<string> {
  const reply = await fetch(`${base}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  if (reply.status !== 200) throw new Error(`could not sign in: ${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { token: string }).token
}

/** Times each call `count` times, one after the other, after three to warm up. @returns the lines of a table in Markdown. */
export async function timeCalls(
  calls: readonly TimedCall[],
  { base, token, count }: { base: string; token: string; count: number },
): Promise<string[]> {
  const table = ['| call | p50 ms | p95 ms | goal ms | kB |', '| --- | ---: | ---: | ---: | ---: |']
  for (const { name, path, goal } of calls) {
    const { times, bytes } = await timesOf(base + path, token, count)
    const p95 = at(times, 0.95)
    const met = goal === undefined ? '' : `${goal}${p95 <= goal ? '' : ' (missed)'}`
    table.push(`| ${name} | ${at(times, 0.5).toFixed(1)} | ${p95.toFixed(1)} | ${met} | ${(bytes / 1000).toFixed(0)} |`)
  }
  return table
}

async function timesOf(url: string, token: string, count: number): Promise<{ times: number[]; bytes: number }> {
  const times: number[] = []
  let answer = ''
  for (let i = -WARM_UP; i < count; i += 1) {
    const start = performance.now()
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    answer = await reply.text()
    if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${answer}`)
    if (i >= 0) times.push(performance.now() - start)
  }
  return { times: times.sort((a, b) => a - b), bytes: answer.length }
}

const at = (times: readonly number[], share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
