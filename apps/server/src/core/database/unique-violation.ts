import pg from 'pg'

/** Whether a write violated a unique index. */
export function isTaken(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === '23505'
}

/** Runs a write; if it violates a unique index, throws `refusal`, made by the index's name, instead of the database's error. */
export async function orIfTaken<T>(write: Promise<T>, refusal: (index: string | undefined) => Error): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (isTaken(error)) throw refusal(error.constraint)
    throw error
  }
}
