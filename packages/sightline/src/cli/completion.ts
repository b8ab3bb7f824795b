import { z } from 'zod';
import { defineTool, type Tool } from '../tools/defineTool.ts';
import { inputFields } from '../tools/inputFields.ts';
import { COMMON_FLAGS } from './usageHint.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Prints what makes a shell complete the names of commands and their flags. `list`: all commands there are. */
export const createCompletion = (list: () => readonly Tool[]): Tool =>
  defineTool({
    name: 'completion',
    title: 'Print completions for a shell',
    description: 'Print a script that makes a shell complete commands and flags.',
    input: z.object({ shell: z.enum(SHELLS).describe('The shell') }),
    readOnly: true,
    effects: { local: true },
    cli: {
      command: 'completion',
      positionals: ['shell'],
      runsIn: 'here',
      notes:
        'bash and zsh: eval "$(sightline completion bash)" in ~/.bashrc, zsh in ~/.zshrc.\n' +
        'fish: sightline completion fish > ~/.config/fish/completions/sightline.fish.',
    },
    async handler(_, { shell }) {
      const text = renderCompletion(shell, list());
      return { text, data: { text } };
    },
  });

function renderCompletion(shell: Shell, commands: readonly Tool[]): string {
  if (shell === 'fish') return renderFish(commands);
  return shell === 'bash' ? renderBash(commands) : `${ZSH_HEAD}\n${renderBash(commands)}`;
}

/** With it, zsh takes completions of bash. */
const ZSH_HEAD = 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit';

const flagsOf = (tool: Tool): string[] =>
  inputFields(tool).flatMap(({ flag, short }) => [flag, short].filter((one) => one !== undefined));

function renderBash(commands: readonly Tool[]): string {
  const names = commands.map(({ cli }) => cli.command);
  const cases = commands.map((tool) => {
    const words = [...flagsOf(tool), ...COMMON_FLAGS];
    return `    ${tool.cli.command}) words='${words.join(' ')}' ;;`;
  });
  return `_sightline() {
  local current=\${COMP_WORDS[COMP_CWORD]} command= words= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      --session) i=$((i + 1)) ;;
      -*) ;;
      *) command=\${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command in
    '') words='${[...names, 'help', ...COMMON_FLAGS].join(' ')}' ;;
    help) words='${names.join(' ')}' ;;
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sightline sightline`;
}

function renderFish(commands: readonly Tool[]): string {
  const quote = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
  return commands
    .flatMap((tool) => {
      const { cli, title } = tool;
      const seen = `-n '__fish_seen_subcommand_from ${cli.command}'`;
      const flags = inputFields(tool).flatMap(({ flag, short, kind, description }) =>
        flag === undefined
          ? []
          : [
              `complete -c sightline ${seen} -l ${flag.slice(2)}${short ? ` -s ${short.slice(1)}` : ''}` +
                `${kind === 'boolean' ? '' : ' -r'} -d ${quote(description)}`,
            ],
      );
      return [
        `complete -c sightline -f -n __fish_use_subcommand -a ${cli.command} -d ${quote(title)}`,
        ...flags,
      ];
    })
    .join('\n');
}
