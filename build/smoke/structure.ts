import { readFileSync } from 'node:fs';
import { sectionNames } from '../elf-strip.ts';
import { verifySignature } from '../macho-verifier.ts';
import type { Target } from '../targets.ts';

/** Turned to 1 where a program is inside: https://nodejs.org/docs/latest-v22.x/api/single-executable-applications.html */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:';

const ELF_MACHINES: Readonly<Record<string, number>> = { x64: 62, arm64: 183 };
const MACH_MACHINES: Readonly<Record<string, number>> = { x64: 0x01000007, arm64: 0x0100000c };
const PE_MACHINES: Readonly<Record<string, number>> = { x64: 0x8664, arm64: 0xaa64 };

/**
 * What can be said of an executable that nothing here runs.
 * @returns what was found, for people
 * @throws when it is not what its target asks for
 */
export function checkStructure(path: string, target: Target): string {
  const file = readFileSync(path);
  const fuse = file.indexOf(FUSE);
  demand(fuse >= 0 && file[fuse + FUSE.length] === 0x31, 'no program is inside of the runtime');
  return CHECKS[target.platform](file, target);
}

type Check = (file: Buffer, target: Target) => string;

const CHECKS: Readonly<Record<Target['platform'], Check>> = {
  linux(file, { arch, strip }) {
    const names = sectionNames(file);
    demand(file.readUInt16LE(18) === ELF_MACHINES[arch], 'for another processor');
    demand(!strip || !names.includes('.symtab'), 'it has symbols');
    return `ELF for ${arch}, without symbols`;
  },
  macos(file, { arch }) {
    const { isAdHoc, pages } = verifySignature(file);
    demand(file.readUInt32LE(4) === MACH_MACHINES[arch], 'for another processor');
    demand(isAdHoc, 'the signature is not ad hoc');
    return `Mach-O for ${arch}, ad-hoc signature, the hashes of all ${pages} pages are right`;
  },
  win(file, { arch }) {
    const header = file.readUInt32LE(0x3c);
    demand(file.toString('latin1', 0, 2) === 'MZ', 'no program of Windows');
    demand(file.readUInt32LE(header) === 0x4550, 'no PE file');
    demand(file.readUInt16LE(header + 4) === PE_MACHINES[arch], 'for another processor');
    demand(file.readUInt16LE(header + 24) === 0x20b, 'not for 64 bits');
    return `PE for ${arch}, unsigned`;
  },
};

function demand(condition: boolean, problem: string): void {
  if (!condition) throw new Error(problem);
}
