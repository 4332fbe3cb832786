import { workerData } from 'node:worker_threads'
import type { LineTask } from '../../../core/table-file/line-file.ts'
import { sendLines } from '../../../core/table-file/send-from-thread.ts'
import { alarmLines, type WantedAlarms } from './alarm-file.sql.ts'
import { ALARM_COLUMNS } from './alarm-file.ts'

await sendLines(workerData as LineTask<WantedAlarms>, ALARM_COLUMNS, alarmLines)
