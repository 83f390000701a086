#!/bin/bash
#SBATCH --job-name=crusoe
#SBATCH --array=0-9
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=04:00:00
#SBATCH --signal=TERM@120
#SBATCH --requeue
#SBATCH --open-mode=append
# Train once for each seed, each on one core: sbatch slurm_seeds.sh [CONFIG [ARGUMENTS OF crusoe train]]
#
# Once, on a disk that all machines see, in a checkout:
#   export FOLDER=/shared/crusoe
#   python3 -m venv $FOLDER/venv && . $FOLDER/venv/bin/activate
#   pip install torch --index-url https://download.pytorch.org/whl/cpu
#   pip install ".[train]" ./zoo
#   CRUSOE_ENV_CACHE=$FOLDER/cache srun --ntasks=1 crusoe compile
# Then, CONFIG being a path or the name of a shipped configuration:
#   sbatch examples/slurm_seeds.sh marooned
#   sbatch --array=0-4 examples/slurm_seeds.sh castaways --minutes 240
#   srun --ntasks=1 crusoe evaluate --agents $FOLDER/runs/marooned-* --game marooned --games 10000 --out $FOLDER/evaluations
set -eu
: "${FOLDER:=$HOME/crusoe}"
export CRUSOE_ENV_CACHE="$FOLDER/cache" CRUSOE_ENV_WAIT=1 OMP_NUM_THREADS=1
config=${1:-marooned}
run=$FOLDER/runs/$(basename "$config" .yaml)-$SLURM_ARRAY_TASK_ID

if [ -f "$run/ending.json" ]; then
    echo "$run has ended"
    exit
elif [ -f "$run/checkpoint.safetensors" ] || [ -d "$run/imitation" ]; then
    srun crusoe train --resume "$run" "${@:2}"
else
    srun crusoe train --config "$config" --seed "$SLURM_ARRAY_TASK_ID" --threads 1 --run-dir "$run" --overwrite "${@:2}"
fi

# A run that was told to stop has saved itself and has no ending.json: it goes on in the next job.
[ -f "$run/ending.json" ] || scontrol requeue "$SLURM_JOB_ID"
