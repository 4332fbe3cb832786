import { workerData } from 'node:worker_threads'
import type { LineTask } from '../../core/table-file/line-file.ts'
import { sendLines } from '../../core/table-file/send-from-thread.ts'
import { journalLines, type WantedEntries } from './journal-file.sql.ts'
import { JOURNAL_COLUMNS } from './journal-file.ts'

await sendLines(workerData as LineTask<WantedEntries>, JOURNAL_COLUMNS, journalLines)
