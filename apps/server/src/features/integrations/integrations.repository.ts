import type {
  Integration,
  IntegrationFault,
  IntegrationInput,
  IntegrationListQuery,
} from '@dalyan/contracts/integrations'
import type { Language } from '@dalyan/contracts/errors'
import type { Instant } from '@dalyan/contracts/instant'
import type { Page } from '@dalyan/contracts/paging'
import type { Connection } from '../../core/database/database.ts'
import { instantInJson } from '../../core/database/json-object.ts'
import { createList, equals, refOf } from '../../core/database/list.ts'

const INTEGRATIONS = createList<IntegrationListQuery, Integration>({
  from: 'integrations i',
  id: 'i.id',
  columns: `i.id, i.kind, i.name, i.created_at, i.last_success_at,
    case when i.last_failure_at is not null then json_build_object('at', ${instantInJson('i.last_failure_at')},
      'fault', i.last_fault, 'device_eui', i.last_fault_eui) end as last_failure,
    ${refOf('f', 'code', 'name')} as firm`,
  joins: 'left join firms f on f.id = i.firm_id',
  filters: { filter_firm_id: equals('i.firm_id') },
  sorts: {
    id: 'i.id',
    name: 'i.name collate "tr-x-icu"',
    created_at: 'i.created_at',
    last_success_at: 'i.last_success_at',
  },
  defaultSort: [{ field: 'name', descending: false }],
})

/** Integrations. The database stores the SHA-256 of a secret, never the secret. */
export function integrationsRepository({ db }: Connection) {
  return {
    list: (query: IntegrationListQuery): Promise<Page<Integration>> =>
      INTEGRATIONS.readPage({ db }, query, INTEGRATIONS.conditionOf(query)),

    async insert(
      integration: IntegrationInput & { language: Language; hash: Buffer; created_at: Instant },
    ): Promise<number> {
      return (await db.insertInto('integrations').values(integration).returning('id').executeTakeFirstOrThrow()).id
    },

    /** @returns the removed integration; undefined when there is none. */
    async remove(id: number) {
      return db
        .deleteFrom('integrations')
        .where('id', '=', id)
        .returning(['kind', 'name', 'firm_id'])
        .executeTakeFirst()
    },

    async findByHash(hash: Buffer) {
      return db
        .selectFrom('integrations')
        .where('hash', '=', hash)
        .select(['id', 'kind', 'firm_id', 'language'])
        .executeTakeFirst()
    },

    /** Those of the integrations that still exist. */
    async findByIds(ids: readonly number[]) {
      return db
        .selectFrom('integrations')
        .where('id', 'in', ids)
        .select(['id', 'kind', 'firm_id', 'language'])
        .execute()
    },

    async findHashes(): Promise<Buffer[]> {
      return (await db.selectFrom('integrations').select('hash').execute()).map(({ hash }) => hash)
    },

    async saveSuccess(id: number, at: Instant): Promise<void> {
      await db.updateTable('integrations').set({ last_success_at: at }).where('id', '=', id).execute()
    },

    async saveFailure(id: number, at: Instant, fault: IntegrationFault, deviceEui: string | null): Promise<void> {
      await db
        .updateTable('integrations')
        .set({ last_failure_at: at, last_fault: fault, last_fault_eui: deviceEui })
        .where('id', '=', id)
        .execute()
    },
  }
}
