import { join } from 'node:path';
import { cursorCommand } from '../../core/text/cursor-files.ts';
import type { RegistrationHost, RegistrationPlaces } from '../registration-host.ts';
import { readAllSettings, registrationIn } from '../registration-reading.ts';
import { cursorFormat } from './settings.ts';

/** A project's hooks are in one file, which the whole team shares. */
export const cursorRegistration: RegistrationHost = {
  title: 'Cursor',
  word: '/tl',
  remembersClear: false,
  runsAlso: ['Claude Code'],
  format: cursorFormat,
  places: ({ home }, scope) => (scope === 'user' ? placesIn(join(home, '.cursor')) : null),
  agentShell: 'powershell',
  wordFile: cursorCommand,
  state(environment) {
    const files = [environment.home, environment.cwd].map(
      (directory) => placesIn(join(directory, '.cursor')).settings,
    );
    const readings = readAllSettings(files, cursorFormat);
    return registrationIn(readings, cursorFormat, environment);
  },
  notes: () => [],
};

const placesIn = (directory: string): RegistrationPlaces => ({
  directory,
  settings: join(directory, 'hooks.json'),
  command: join(directory, 'commands', 'tl.md'),
  skill: join(directory, 'skills', 'throughline-recall', 'SKILL.md'),
});
