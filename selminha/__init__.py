"""The top floor: configuration, nothing else."""
