import { type HandoffConfig, readHandoffConfig } from '../platform/auto-handoff-config.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { HandoffRefusal } from './auto-handoff-refusal.ts';

/** @throws {HandoffRefusal} for a file that says neither on nor off */
export function handoffConfig(layout: DataLayout): HandoffConfig {
  const config = readHandoffConfig(layout);
  if (config.ok) return config.value;
  const message = `${layout.handoffConfig} cannot be read as settings of auto-handoff. Put it right or remove it; then auto-handoff is off.`;
  throw new HandoffRefusal('auto_handoff_config_invalid', message, 1);
}

/** As other programs know it. */
export const configObject = ({ enabled, projects }: HandoffConfig) => ({
  schema: 'throughline.claude-auto-handoff.v1',
  enabled,
  projects,
});
