import { invalidField } from '../errors.ts'
import { PrivateAddressError, type TargetGuard } from './public-agent.ts'

/**
 * Refuses an address at its field when it is saved. The IP address of a name is checked with every request.
 * @throws 422
 */
export function checkTarget(guard: Pick<TargetGuard, 'read'>, field: string, address: string): void {
  try {
    guard.read(address)
  } catch (error) {
    throw invalidField(field, error instanceof PrivateAddressError ? 'private_address' : 'invalid_host')
  }
}
