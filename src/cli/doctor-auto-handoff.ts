import { claudeOnPath } from '../hosts/claude/successor.ts';
import type { Environment } from '../platform/environment.ts';
import { successorProgram } from './auto-handoff-program.ts';
import { autoHandoffState } from './auto-handoff-state.ts';
import { type Finding, passed, skipped, warned } from './doctor-check.ts';
import { isOfProject } from './project-program.ts';

const ID = 'auto-handoff';

/** Whether sessions of Claude Code that are full go on in a successor, as their user wants it. */
export function autoHandoffChecks(environment: Environment): readonly Finding[] {
  const { config, faults } = autoHandoffState(environment);
  const isSound = !faults.some(({ id }) => id === ID);
  if (config === null || !config.enabled) {
    const off = isSound ? [skipped(ID, ({ autoHandoff }) => autoHandoff.off)] : [];
    return [...off, ...faults];
  }
  const { projects } = config;
  const on = isSound ? [passed(ID, ({ autoHandoff }) => autoHandoff.on(projects))] : [];
  return [...on, ...faults, programCheck(environment)];
}

/** Hooks have the path of Claude Code, which need not be this one. */
function programCheck(environment: Environment): Finding {
  const id = `${ID}-program`;
  const path = claudeOnPath(environment.variables, environment.platform);
  if (path !== null && isOfProject(path, environment))
    return warned(id, ({ doctorHosts }) => doctorHosts.projectProgram(path));
  const program = successorProgram(path, environment);
  switch (program.kind) {
    case 'missing':
      return warned(
        id,
        ({ autoHandoff }) => autoHandoff.programMissing,
        ({ autoHandoff }) => autoHandoff.putOnPath,
      );
    case 'unfit':
      return warned(
        id,
        ({ autoHandoff }) => autoHandoff.programUnfit(program.path, program.version),
        ({ autoHandoff }) => autoHandoff.updateProgram,
      );
    case 'fits':
      return passed(id, ({ autoHandoff }) => autoHandoff.programFits(program.path));
    default:
      return program satisfies never;
  }
}
